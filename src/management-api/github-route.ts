import { GitHubKeysError } from '../leaks/github-keys.ts';
import { BadReportError, receiveGitHubReport } from '../leaks/github-report.ts';
import type { ApiContext } from './app.ts';
import type { PublicApiDeps } from './public-operation.ts';

/**
 * The route for GitHub's secret scanning, none if it is off. It is not an operation of the API: GitHub has fixed its form.
 * GitHub signs the bytes of the body, so nothing parses it before.
 */
export const gitHubRoutes = ({ leaks: { gitHub }, ...deps }: PublicApiDeps) =>
  gitHub
    ? [{ method: 'POST' as const, path: '/v1/leaks/github', run: (c: ApiContext) => answer({ ...deps, ...gitHub }, c) }]
    : [];

async function answer(deps: Parameters<typeof receiveGitHubReport>[0], c: ApiContext): Promise<Response> {
  c.set('operation', 'gitHubReport');
  const { headers, body } = c.env;
  const identifier = headers['github-public-key-identifier'];
  const signature = headers['github-public-key-signature'];
  try {
    return Response.json(await receiveGitHubReport(deps, { identifier, signature, body }));
  } catch (error) {
    if (error instanceof BadReportError) return Response.json({ message: error.message }, { status: 400 });
    if (error instanceof GitHubKeysError) return Response.json({ message: error.message }, { status: 503 });
    throw error;
  }
}
