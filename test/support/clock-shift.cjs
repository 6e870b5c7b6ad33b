// Loaded with --require: shifts this process's idea of the date by CLOCK_SHIFT_MS. Timers and
// performance.now() run on, as they do when a machine's clock is set wrong.
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
