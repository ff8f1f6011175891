import { Admissions, type AdmissionsDeps } from '../../src/limits/admissions.ts';
import { createLog } from '../../src/log.ts';

const log = createLog('error', () => {});

/** One process's admissions, without a log, the random pause before a repetition, and DynamoDB's time by default. */
export const admissionsOn = (
  table: AdmissionsDeps['table'],
  clock: AdmissionsDeps['clock'],
  deps: Partial<AdmissionsDeps> = {},
): Admissions =>
  new Admissions({ table, clock, lastDate: () => undefined, pause: async () => {}, random: () => 0, log, ...deps });
