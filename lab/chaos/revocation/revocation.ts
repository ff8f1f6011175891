import { table } from '../../bench/report-format.ts';
import { startWorld } from '../gateway/chaos-world.ts';
import type { Part } from '../part.ts';
import { runRevocations } from './run-revocations.ts';

const weather = { dynamoDb: 0.01, upstream: 0.01, spells: 0, stream: 0.1, kills: 0.002 };

/** Keys revoked under full load, again and again. */
export const revocation: Part = async ({ seed, scale, say }) => {
  const world = await startWorld(seed);
  const findings = await runRevocations(world, Math.ceil(300 * scale), weather);
  await world.stop();
  say('revocation', { ...findings });
  const { revocations, before, after, admittedAfter } = findings;
  const figures = [revocations, before, after, admittedAfter].map((figure) => figure.toLocaleString('en-US'));
  return {
    section: { name: 'revocation', text: table(head, [figures]) },
    broken: admittedAfter > 0 ? [`admitted after the revocation: ${admittedAfter}`] : [],
    counted: before,
  };
};

const head = [
  'keys revoked',
  'requests admitted before the answer',
  'requests begun after the answer',
  'of these, admitted',
];
