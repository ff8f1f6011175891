import { UnreachableError } from '../api/api-errors.ts';

/**
 * Handles code that cannot be loaded: a new release may have removed it, and then the page is reloaded, to continue with
 * the new release.
 * @throws {UnreachableError} if there is no new release, or the service cannot be reached
 */
export async function reloadForNewRelease(cause: unknown): Promise<never> {
  if (!(await hasNewRelease())) throw new UnreachableError({ cause });
  location.reload();
  // The browser now leaves the page: nothing else should happen on it.
  return new Promise(() => undefined);
}

/** Whether the service's page has another script than this one. Otherwise, a reload would change nothing. */
async function hasNewRelease(): Promise<boolean> {
  const script = document.querySelector('script[type=module]')?.getAttribute('src');
  const answer = await fetch('/', { cache: 'no-store' }).catch(() => undefined);
  if (!script || !answer?.ok) return false;
  return !(await answer.text()).includes(script);
}
