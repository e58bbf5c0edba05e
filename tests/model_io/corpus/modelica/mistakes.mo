model M
  extends A;
  Real x[n], y(strat = 1) = 2, 'a b' "c";
  function f algorithm end f;
  Integer k;
equation
  for i in 1:2 loop x = i; end for;
  der(x*y) = if a then 1 else {2};
  when y > 1 then end when;
  x = $ 3 4;
algorithm
  x := 1;
end N;
