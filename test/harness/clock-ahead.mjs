/**
 * Makes the process whose `--import` this is one of a machine whose clock is CLOCK_AHEAD_MS milliseconds ahead. Timers and the
 * monotonic clock are as they were.
 */
const ahead_ms = Number(process.env['CLOCK_AHEAD_MS']);
const RealDate = Date;

globalThis.Date = class Date extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + ahead_ms);
    else super(...given);
  }

  static now() {
    return RealDate.now() + ahead_ms;
  }
};
