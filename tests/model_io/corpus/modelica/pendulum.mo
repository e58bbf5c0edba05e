within;
/* a
 comment */
model Pendulum "a pendulum"
  parameter Real m = 0.31 "mass", l(unit="m", min=0) = 2*m;
  constant Real g = Modelica.Constants.g_n;
  input Real u(start = 3) "torque";
  output Real y;
  Modelica.Units.SI.Angle phi(start = 0.1, fixed=true) "angle"; // x
  SI.Force body1.frame_a.f[2], 'a b', T[1,2];
  Real c = cos(phi);
protected
  final Real w;
initial equation
  phi = 3;
equation
  der(phi) = w "kinematics";
  m*l^2*der(w) = -m*g*l*sin(phi) + u - (if u > 3 and not w < 2 then 1 elseif u < 2 then 2 else 3) annotation(a=1);
  body1.frame_a.f[2] = noEvent(abs(u)) + 'a b';
  'a b' = atan2(c, time)*T[1,2];
  y + T[1,2] = 3e-2;
  T[1,2] = 7.;
end Pendulum;
