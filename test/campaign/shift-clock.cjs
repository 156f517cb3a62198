// Preloaded into every thread of a process under test: its wall clock is off by what the file says, in
// milliseconds, which may change while it runs. Timers and the monotonic clock are left alone.
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
        /* as it was */
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
