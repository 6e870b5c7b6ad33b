// Loaded with --require: shifts the system time of this process by CLOCK_SHIFT_MS. Timers and
// performance.now() are unaffected, as on a machine whose clock is wrong.
const RealDate = Date;
const shift = Math.round(Number(process.env.CLOCK_SHIFT_MS));
const now = () => RealDate.now() + shift;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, property) => (property === 'now' ? now : Reflect.get(target, property)),
});
RealDate.prototype.constructor = globalThis.Date;
