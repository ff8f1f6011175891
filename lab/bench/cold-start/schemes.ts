import { makeAuthority } from '../authority.ts';
import { startStub } from '../start-server.ts';
import { prepareSubjects, type Start } from './start-process.ts';

const suffix = ', plain HTTP';

/** Every subject over HTTPS by its name, and over plain HTTP, and how to end the servers that they call. */
export async function overBothSchemes() {
  const [secure, plain] = [await startStub(makeAuthority()), await startStub()];
  const overHttp = Object.entries(await prepareSubjects(plain.variables));
  const subjects: Record<string, Start> = {
    ...(await prepareSubjects(secure.variables)),
    ...Object.fromEntries(overHttp.map(([name, start]) => [`${name}${suffix}`, start])),
  };
  const stop = () => {
    secure.stop();
    plain.stop();
  };
  return { subjects, stop };
}

/** The empty handler that has the same variables as a subject. */
export const emptyFor = (name: string): string => `empty handler${name.endsWith(suffix) ? suffix : ''}`;
