import { createRootRoute, createRoute, createRouter, notFound, Outlet, redirect } from '@tanstack/react-router';
import { CrashPage } from './layout/failure-pages.tsx';
import { lazyPage } from './layout/lazy-page.tsx';
import { activitySearch } from './pages/activity/activity-search.ts';
import { isDocumentName } from './pages/docs/documents.ts';
import { endpointsSearch } from './pages/endpoints/endpoint-choice.ts';
import { historySearch } from './pages/history/history-search.ts';
import { keysSearch } from './pages/keys/keys-search.ts';
import { planSearch } from './pages/plan/plan-search.ts';
import { usageSearch } from './pages/usage/usage-search.ts';
import { signedOutSearch } from './session/carried-state.ts';
import { isSignedIn } from './session/session.ts';

const root = createRootRoute({
  component: Outlet,
  notFoundComponent: lazyPage(() => import('./layout/not-found-page.tsx'), 'NotFoundPage'),
  beforeLoad: async () => ({ isSignedIn: await isSignedIn() }),
});

const signedOut = createRoute({
  getParentRoute: () => root,
  id: 'signed-out',
  component: lazyPage(() => import('./layout/front.tsx'), 'Front'),
  validateSearch: signedOutSearch,
  beforeLoad: ({ context, search: { next = '/' } }) => {
    if (context.isSignedIn) throw redirect({ href: next, replace: true });
  },
});

/** The pages with the shell, of which visitors without a session can read some. */
const framed = createRoute({
  getParentRoute: () => root,
  id: 'framed',
  component: lazyPage(() => import('./layout/any-frame.tsx'), 'AnyFrameLayout'),
  // The first use of Intl takes a phone 80 ms: in a task of its own, while the code of the page is loaded.
  beforeLoad: () => void setTimeout(() => Intl.DateTimeFormat.supportedLocalesOf('en')),
});

const signedIn = createRoute({
  getParentRoute: () => framed,
  id: 'signed-in',
  beforeLoad: ({ context, location }) => {
    if (context.isSignedIn) return;
    throw redirect({ to: '/sign-in', search: location.href === '/' ? {} : { next: location.href } });
  },
});

const signedOutPages = () => signedOut;
const signedInPages = () => signedIn;
const openPages = () => framed;

const routes = root.addChildren([
  signedOut.addChildren([
    createRoute({
      getParentRoute: signedOutPages,
      path: '/sign-in',
      component: lazyPage(() => import('./pages/sign-in/sign-in-page.tsx'), 'SignInPage'),
    }),
    createRoute({
      getParentRoute: signedOutPages,
      path: '/sign-up',
      component: lazyPage(() => import('./pages/sign-in/sign-up-page.tsx'), 'SignUpPage'),
    }),
    createRoute({
      getParentRoute: signedOutPages,
      path: '/forgot-password',
      component: lazyPage(() => import('./pages/sign-in/forgot-password-page.tsx'), 'ForgotPasswordPage'),
    }),
  ]),
  framed.addChildren([
    signedIn.addChildren([
      createRoute({
        getParentRoute: signedInPages,
        path: '/',
        component: lazyPage(() => import('./pages/overview/overview-page.tsx'), 'OverviewPage'),
      }),
      createRoute({
        getParentRoute: signedInPages,
        path: '/keys',
        component: lazyPage(() => import('./pages/keys/keys-page.tsx'), 'KeysPage'),
        validateSearch: keysSearch,
      }),
      createRoute({
        getParentRoute: signedInPages,
        path: '/keys/$keyId',
        component: lazyPage(() => import('./pages/keys/key/key-page.tsx'), 'KeyPage'),
      }),
      createRoute({
        getParentRoute: signedInPages,
        path: '/endpoints',
        component: lazyPage(() => import('./pages/endpoints/endpoints-page.tsx'), 'EndpointsPage'),
        validateSearch: endpointsSearch,
      }),
      createRoute({
        getParentRoute: signedInPages,
        path: '/usage',
        component: lazyPage(() => import('./pages/usage/usage-page.tsx'), 'UsagePage'),
        validateSearch: usageSearch,
      }),
      createRoute({
        getParentRoute: signedInPages,
        path: '/history',
        component: lazyPage(() => import('./pages/history/history-page.tsx'), 'HistoryPage'),
        validateSearch: historySearch,
      }),
      createRoute({
        getParentRoute: signedInPages,
        path: '/activity',
        component: lazyPage(() => import('./pages/activity/activity-page.tsx'), 'ActivityPage'),
        validateSearch: activitySearch,
      }),
      createRoute({
        getParentRoute: signedInPages,
        path: '/plan',
        component: lazyPage(() => import('./pages/plan/plan-page.tsx'), 'PlanPage'),
        validateSearch: planSearch,
      }),
      createRoute({
        getParentRoute: signedInPages,
        path: '/account',
        component: lazyPage(() => import('./pages/account/account-page.tsx'), 'AccountPage'),
      }),
    ]),
    createRoute({
      getParentRoute: openPages,
      // Where password managers look for the form (W3C, "A Well-Known URL for Changing Passwords").
      path: '/.well-known/change-password',
      beforeLoad: () => {
        throw redirect({ to: '/account', replace: true });
      },
    }),
    createRoute({
      getParentRoute: openPages,
      path: '/status',
      component: lazyPage(() => import('./pages/status/status-page.tsx'), 'StatusPage'),
    }),
    createRoute({
      getParentRoute: openPages,
      path: '/docs',
      component: lazyPage(() => import('./pages/docs/documents-page.tsx'), 'DocumentsPage'),
    }),
    createRoute({
      getParentRoute: openPages,
      path: '/docs/$document',
      component: lazyPage(() => import('./pages/docs/document-page.tsx'), 'DocumentPage'),
      beforeLoad: ({ params }) => {
        if (!isDocumentName(params.document)) throw notFound();
      },
    }),
    createRoute({
      getParentRoute: openPages,
      path: '/reference',
      component: lazyPage(() => import('./pages/reference/reference-page.tsx'), 'ReferencePage'),
    }),
    createRoute({
      getParentRoute: openPages,
      path: '/changelog',
      component: lazyPage(() => import('./pages/changelog/changelog-page.tsx'), 'ChangelogPage'),
    }),
  ]),
]);

/** The router of every page of the dashboard. */
export const createPageRouter = () =>
  createRouter({
    routeTree: routes,
    defaultPreload: 'intent',
    defaultErrorComponent: CrashPage,
    scrollRestoration: true,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPageRouter>;
  }
}
