import * as v from 'valibot';

const parts = v.tuple([v.string(), v.array(v.unknown())]);

/** The description of an alarm as text; references become a value of their greatest length, about. */
export const alarmDescription = v.pipe(
  v.union([v.string(), v.object({ 'Fn::Join': parts })]),
  v.transform((text) => (typeof text === 'string' ? text : joined(text['Fn::Join'][1]))),
);

const joined = (all: readonly unknown[]): string =>
  all.map((part) => (typeof part === 'string' ? part : 'x'.repeat(100))).join('');
