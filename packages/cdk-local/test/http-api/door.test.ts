import { afterEach, describe, expect, test } from '@jest/globals';
import { PortTakenError } from '../../dynamodb/port.ts';
import { type Door, takeDoor } from '../../http-api/door.ts';

let door: Door;
afterEach(() => door.stop());

describe('a door', () => {
  test('has its address before it is opened, and keeps requests until then', async () => {
    door = await takeDoor(0);
    const answer = fetch(door.url);
    door.open((_, outgoing) => outgoing.end('open'));
    expect(await (await answer).text()).toBe('open');
  });

  test('is refused on a port that is taken', async () => {
    door = await takeDoor(0);
    await expect(takeDoor(Number(new URL(door.url).port))).rejects.toThrow(PortTakenError);
  });

  test('may be stopped before it is opened, and twice', async () => {
    door = await takeDoor(0);
    const refused = expect(fetch(door.url)).rejects.toThrow('fetch failed');
    await door.stop();
    await door.stop();
    await refused;
  });
});
