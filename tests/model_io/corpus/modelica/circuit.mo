package Electric
  connector Pin "a pin"
    Real v;
    flow Real i;
  end Pin;
  model Resistor
    parameter Real R = 1;
    Pin p, n;
  equation
    p.v - n.v = R*p.i;
    p.i + n.i = 0;
  end Resistor;
  model Pair
    Pin p, n;
    Resistor a(R = 2), b;
  equation
    connect(p, a.p);
    connect(a.n, b.p);
    connect(b.n, n);
  end Pair;
  model Circuit
    Pair pair(a.R = r);
    parameter Real r = 3;
    Pin ground;
  equation
    connect(pair.n, ground);
    connect(pair.p, ground);
  end Circuit;
end Electric;
