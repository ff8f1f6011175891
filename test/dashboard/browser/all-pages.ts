/** A page of the dashboard, and who can read it. */
export type DashboardPage = {
  /** As dashboard/router.tsx has it. */
  readonly route: string;
  /** In the names of pictures. */
  readonly name: string;
  readonly readers: 'customers' | 'visitors' | 'everybody';
};

/** Every page of the dashboard; all-pages.test.ts compares them with dashboard/router.tsx. */
export const allPages: readonly DashboardPage[] = [
  { route: '/', name: 'overview', readers: 'customers' },
  { route: '/keys', name: 'keys', readers: 'customers' },
  { route: '/keys/$keyId', name: 'key', readers: 'customers' },
  { route: '/endpoints', name: 'endpoints', readers: 'customers' },
  { route: '/usage', name: 'usage', readers: 'customers' },
  { route: '/history', name: 'history', readers: 'customers' },
  { route: '/activity', name: 'activity', readers: 'customers' },
  { route: '/plan', name: 'plan', readers: 'customers' },
  { route: '/account', name: 'account', readers: 'customers' },
  { route: '/sign-in', name: 'sign-in', readers: 'visitors' },
  { route: '/sign-up', name: 'sign-up', readers: 'visitors' },
  { route: '/forgot-password', name: 'forgot-password', readers: 'visitors' },
  { route: '/status', name: 'status', readers: 'everybody' },
  { route: '/docs', name: 'docs', readers: 'everybody' },
  { route: '/docs/$document', name: 'docs-api', readers: 'everybody' },
  { route: '/reference', name: 'reference', readers: 'everybody' },
  { route: '/changelog', name: 'changelog', readers: 'everybody' },
];

const readBy = (...readers: DashboardPage['readers'][]) => allPages.filter((page) => readers.includes(page.readers));

/** The pages that need a session. */
export const customersPages = readBy('customers');
/** What a signed-in customer can open. */
export const pagesWithSession = readBy('customers', 'everybody');
/** What a visitor without a session can open. */
export const pagesWithoutSession = readBy('visitors', 'everybody');

/** An address of a route. @param keyId the key of a route about one */
export const addressOf = ({ route }: DashboardPage, keyId = ''): string =>
  route.replace('$keyId', keyId).replace('$document', 'api');
