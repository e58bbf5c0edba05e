package Ladder "the same ladder of components with connectors"
  connector Pin
    Real v "potential";
    flow Real i "current into the component";
  end Pin;

  model Resistor
    parameter Real R;
    Pin p, n;
  equation
    p.v - n.v = R*p.i "Ohm's law";
    p.i + n.i = 0;
  end Resistor;

  model Source
    parameter Real U;
    Pin p, n;
  equation
    p.v - n.v = U;
    p.i + n.i = 0;
  end Source;

  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;

  model Section "a piece of the side and a rung"
    parameter Real R;
    Pin left, right, foot;
    Resistor side(R = R), rung(R = 2*R);
  equation
    connect(left, side.p);
    connect(side.n, right);
    connect(side.n, rung.p);
    connect(rung.n, foot);
  end Section;

  model Four "four sections, and 2*R at the end"
    parameter Real U = 12 "voltage at the entry", R = 100;
    Source source(U = U);
    Section a(R = R), b(R = R), c(R = R), d(R = R);
    Resistor last(R = 2*R);
    Ground ground;
  equation
    connect(source.p, a.left);
    connect(a.right, b.left);
    connect(b.right, c.left);
    connect(c.right, d.left);
    connect(d.right, last.p);
    connect(ground.p, source.n);
    connect(ground.p, a.foot);
    connect(ground.p, b.foot);
    connect(ground.p, c.foot);
    connect(ground.p, d.foot);
    connect(ground.p, last.n);
  end Four;
end Ladder;
