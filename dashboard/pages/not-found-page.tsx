import { Empty } from '../components/empty.tsx';
import { LinkButton } from '../components/link-button.tsx';
import { Page } from '../components/page.tsx';

/** For an address that leads nowhere. */
export const NotFoundPage = () => (
  <Page title="Page not found">
    <Empty title="There is no such page" action={<LinkButton to="/">Go to the overview</LinkButton>}>
      The address may have a typing error in it, or the page is gone.
    </Empty>
  </Page>
);
