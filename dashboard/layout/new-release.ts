import { UnreachableError } from '../api/api-errors.ts';

/**
 * Handles code that cannot be loaded: a new release may have removed it, and then the page is reloaded, to continue with
 * the new release.
 * @throws {UnreachableError} if there is no new release, or the service cannot be reached
 */
export async function reloadForNewRelease(cause: unknown): Promise<never> {
  const script = document.querySelector('script[src^="/assets/"]')?.getAttribute('src');
  if (!script || !(await hasNewRelease(script))) throw new UnreachableError({ cause });
  if (isFirstReload(script)) {
    location.reload();
    // The browser now leaves the page: nothing else should happen on it, unless the user stays.
    await new Promise((resolve) => setTimeout(resolve, longestReloadMs));
  }
  throw new Error('The service has a new release. Reload the page to continue.', { cause });
}

const longestReloadMs = 10_000;

/** Whether the service's page has another script than this one. Otherwise, a reload would change nothing. */
async function hasNewRelease(script: string): Promise<boolean> {
  const answer = await fetch('/', { cache: 'no-store' }).catch(() => undefined);
  return answer?.ok === true && !(await answer.text()).includes(script);
}

const lastReload = 'reloaded-script';

/** Whether the page with this script was not reloaded before. A second reload would bring the same page again. */
function isFirstReload(script: string): boolean {
  try {
    if (sessionStorage.getItem(lastReload) === script) return false;
    sessionStorage.setItem(lastReload, script);
    return true;
  } catch {
    // Without storage, reloads could go on without end.
    return false;
  }
}
