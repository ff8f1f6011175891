import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { ApiContext, createApi } from './api/api.ts';
import { createQueryClient, keepRecovering } from './api/query-client.ts';
import { type DashboardConfig, loadConfig } from './config.ts';
import { ConfigFailure } from './layout/failure-pages.tsx';
import { keepFocus } from './layout/focus-content.ts';
import { createPageRouter } from './router.tsx';
import { ConfigContext } from './service.ts';
import { configureSession, idToken } from './session/session.ts';
import { endSession, followOtherTabs } from './session/sign-out.ts';
import { showTheme } from './theme/theme.ts';
import './theme/fonts.css';
import './theme/tokens.css';
import './theme/outcomes.css';
import './theme/base.css';

showTheme();
const element = document.getElementById('app');
if (element) {
  loadConfig().then(
    (config) => showDashboard(createRoot(element), config),
    (error: Error) => createRoot(element).render(<ConfigFailure error={error} />),
  );
}

function showDashboard(root: Root, config: DashboardConfig): void {
  configureSession(config);
  showIcon(config.service.logo);
  const router = createPageRouter();
  const queryClient = createQueryClient((reason) => void endSession(queryClient, router, reason));
  keepRecovering(queryClient);
  keepFocus(router);
  followOtherTabs(config.userPool.clientId, {
    // The signed-out pages redirect once there is a session.
    started: () => void router.invalidate(),
    ended: () => void endSession(queryClient, router, 'elsewhere'),
  });
  const providers = (
    <StrictMode>
      <ConfigContext value={config}>
        <ApiContext value={createApi(config.apiUrl, idToken)}>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </ApiContext>
      </ConfigContext>
    </StrictMode>
  );
  // In short steps, between which the browser reacts.
  startTransition(() => root.render(providers));
}

/** Shows the logo as the tab's icon instead of the neutral one. */
function showIcon(logo: string | undefined): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  if (!icon || logo === undefined) return;
  icon.removeAttribute('type');
  icon.href = logo;
}
