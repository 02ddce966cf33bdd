/**
 * Makes the process whose `--import` this is one of a machine whose clock is CLOCK_AHEAD_MS milliseconds ahead. SIGUSR2 sets it
 * right, the next one wrong again; each is printed. Timers and the monotonic clock are as they were.
 */
const wrong_ms = Number(process.env['CLOCK_AHEAD_MS']);
const RealDate = Date;
let ahead_ms = wrong_ms;
process.on('SIGUSR2', () => {
  ahead_ms = ahead_ms === 0 ? wrong_ms : 0;
  process.stdout.write(`clock ahead ${ahead_ms}\n`);
});

globalThis.Date = class Date extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + ahead_ms);
    else super(...given);
  }

  static now() {
    return RealDate.now() + ahead_ms;
  }
};
