/** Whether a text begins with a day of the calendar as `YYYY-MM-DD`: JavaScript takes 31 February for 3 March. */
export function isCalendarDay(text: string): boolean {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d\d)-(\d\d)/.exec(text) ?? [];
  const at = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return year !== '' && at.getUTCMonth() === Number(month) - 1 && at.getUTCDate() === Number(day);
}
