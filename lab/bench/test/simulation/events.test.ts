import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Events } from '../../simulation/events.ts';

test('what happens, happens in the order of its time, and what is due together in the order it was added', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20), { maxLength: 60 }), (delays) => {
      const events = new Events();
      const happened: { at: number; index: number }[] = [];
      delays.forEach((ms, index) => {
        events.after(ms, () => happened.push({ at: events.now, index }));
      });
      events.run();
      const due = delays.map((at, index) => ({ at, index }));
      expect(happened).toEqual(due.toSorted((one, other) => one.at - other.at || one.index - other.index));
    }),
  );
});

test('what follows from an event happens too, later than it', () => {
  const events = new Events();
  const times: number[] = [];
  const again = () => {
    times.push(events.now);
    if (times.length < 4) events.after(10, again);
  };
  events.after(5, again);
  events.after(17, () => times.push(events.now));
  events.run();
  expect(times).toEqual([5, 15, 17, 25]);
});

test('time never goes back', () => {
  const events = new Events();
  events.after(10, () => events.after(-5, () => expect(events.now).toBe(10)));
  events.run();
  expect(events.now).toBe(10);
});
