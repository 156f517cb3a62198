// Preloaded into every thread of a process under test: shifts its wall clock by the milliseconds in the file,
// which may change while it runs. Timers and the monotonic clock are not changed.
const { readFileSync } = require('node:fs');
const RealDate = Date;
const file = process.env.SATCHEL_CLOCK;
if (file) {
  let shiftMs = 0;
  let readAt = -1;
  const now = () => {
    const real = RealDate.now();
    if (Math.abs(real - readAt) > 20) {
      readAt = real;
      try {
        shiftMs = Number(readFileSync(file, 'utf8')) || 0;
      } catch {
        /* the previous shift remains */
      }
    }
    return real + shiftMs;
  };
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, made) => Reflect.construct(target, args.length === 0 ? [now()] : args, made),
    apply: () => new RealDate(now()).toString(),
    get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
  });
}
