import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { CrashPage, NotFoundPage } from './layout/failure-pages.tsx';
import { Shell } from './layout/shell.tsx';
import { endpointsSearch } from './pages/endpoints/endpoint-choice.ts';
import { historySearch } from './pages/history/history-search.ts';
import { planSearch } from './pages/plan/plan-search.ts';
import { usageSearch } from './pages/usage/usage-search.ts';
import { signedOutSearch } from './session/carried-state.ts';
import { isSignedIn } from './session/session.ts';

const root = createRootRoute({ component: Outlet });

const signedOut = createRoute({
  getParentRoute: () => root,
  id: 'signed-out',
  component: lazyRouteComponent(() => import('./layout/front.tsx'), 'Front'),
  validateSearch: signedOutSearch,
  beforeLoad: async ({ search: { next = '/' } }) => {
    if (await isSignedIn()) throw redirect({ href: next, replace: true });
  },
});

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: Shell,
  beforeLoad: async ({ location }) => {
    if (await isSignedIn()) return;
    throw redirect({ to: '/sign-in', search: location.href === '/' ? {} : { next: location.href } });
  },
});

const signedOutPages = () => signedOut;
const signedInPages = () => signedIn;

const routes = root.addChildren([
  signedOut.addChildren([
    createRoute({
      getParentRoute: signedOutPages,
      path: '/sign-in',
      component: lazyRouteComponent(() => import('./pages/sign-in/sign-in-page.tsx'), 'SignInPage'),
    }),
    createRoute({
      getParentRoute: signedOutPages,
      path: '/sign-up',
      component: lazyRouteComponent(() => import('./pages/sign-in/sign-up-page.tsx'), 'SignUpPage'),
    }),
    createRoute({
      getParentRoute: signedOutPages,
      path: '/forgot-password',
      component: lazyRouteComponent(() => import('./pages/sign-in/forgot-password-page.tsx'), 'ForgotPasswordPage'),
    }),
  ]),
  signedIn.addChildren([
    createRoute({
      getParentRoute: signedInPages,
      path: '/',
      component: lazyRouteComponent(() => import('./pages/overview/overview-page.tsx'), 'OverviewPage'),
    }),
    createRoute({
      getParentRoute: signedInPages,
      path: '/keys',
      component: lazyRouteComponent(() => import('./pages/keys/keys-page.tsx'), 'KeysPage'),
    }),
    createRoute({
      getParentRoute: signedInPages,
      path: '/endpoints',
      component: lazyRouteComponent(() => import('./pages/endpoints/endpoints-page.tsx'), 'EndpointsPage'),
      validateSearch: endpointsSearch,
    }),
    createRoute({
      getParentRoute: signedInPages,
      path: '/usage',
      component: lazyRouteComponent(() => import('./pages/usage/usage-page.tsx'), 'UsagePage'),
      validateSearch: usageSearch,
    }),
    createRoute({
      getParentRoute: signedInPages,
      path: '/history',
      component: lazyRouteComponent(() => import('./pages/history/history-page.tsx'), 'HistoryPage'),
      validateSearch: historySearch,
    }),
    createRoute({
      getParentRoute: signedInPages,
      path: '/activity',
      component: lazyRouteComponent(() => import('./pages/activity/activity-page.tsx'), 'ActivityPage'),
    }),
    createRoute({
      getParentRoute: signedInPages,
      path: '/plan',
      component: lazyRouteComponent(() => import('./pages/plan/plan-page.tsx'), 'PlanPage'),
      validateSearch: planSearch,
    }),
    createRoute({
      getParentRoute: signedInPages,
      path: '/account',
      component: lazyRouteComponent(() => import('./pages/account/account-page.tsx'), 'AccountPage'),
    }),
  ]),
]);

/** Every route of the dashboard. */
export const router = createRouter({
  routeTree: routes,
  defaultPreload: 'intent',
  defaultNotFoundComponent: NotFoundPage,
  defaultErrorComponent: CrashPage,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
