import type { Buckets } from '../s3/buckets.ts';
import type { Distribution, Origin, PathBehavior } from './distribution.ts';
import { type EdgeAnswer, errorPage, type ViewerRequest, withHeader } from './edge-answer.ts';
import { compressed } from './edge-compression.ts';
import { EdgeFunctionError } from './edge-function.ts';
import { createApiOrigin, createBucketOrigin } from './origin-requests.ts';
import { withPolicyHeaders } from './response-headers-policy.ts';

export type EdgeOptions = {
  readonly distribution: Distribution;
  readonly buckets: Pick<Buckets, 'get'>;
  /** Called when a function of the distribution fails. */
  readonly onFault: (error: unknown) => void;
};

/** Answers a viewer as the distribution would, without a cache. */
export type Edge = (request: ViewerRequest) => Promise<EdgeAnswer>;

/** Handles requests to a distribution: behaviour, function, origin, compression, headers. */
export function createEdge({ distribution, buckets, onFault }: EdgeOptions): Edge {
  const ask = (origin: Origin) =>
    'bucket' in origin ? createBucketOrigin(buckets, origin.bucket) : createApiOrigin(origin);

  const serve = async (behavior: PathBehavior, request: ViewerRequest): Promise<EdgeAnswer> => {
    if (!behavior.methods.includes(request.method)) return methodNotAllowed;
    const uri = (await behavior.viewerRequest?.(request)) ?? request.uri;
    if (typeof uri !== 'string') return uri;
    const { rootObject } = distribution;
    const answer = await ask(behavior.origin)({ ...request, uri: uri === '/' ? `/${rootObject}` : uri });
    return compressed(answer, request.headers['accept-encoding'] ?? '', behavior.encodings);
  };

  const serveOrFail = (behavior: PathBehavior, request: ViewerRequest): Promise<EdgeAnswer> =>
    serve(behavior, request).catch((error: unknown) => {
      if (!(error instanceof EdgeFunctionError)) throw error;
      onFault(error);
      return functionFailed;
    });

  return async (request) => {
    const behavior = distribution.behaviors.find(({ covers }) => covers(request.uri));
    if (!behavior) throw new Error('The default behaviour matches every path.');
    const answer = withPolicyHeaders(behavior.headers, await serveOrFail(behavior, request));
    return withHeader(answer, 'x-cache', `${answer.status < 400 ? 'Miss' : 'Error'} from cloudfront`);
  };
}

const methodNotAllowed = errorPage(
  403,
  'This distribution is not configured to allow the HTTP request method that was used for this request.',
);
const functionFailed = errorPage(503, 'The CloudFront function of the distribution is invalid or could not run.');
