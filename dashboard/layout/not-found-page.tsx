import { LinkButton } from '../components/button.tsx';
import { EmptyState } from '../components/empty.tsx';
import { Page } from '../components/page.tsx';
import { AnyFrame } from './any-frame.tsx';

/** Shown for an unknown URL, in the frame of the other pages: their links lead on. */
export const NotFoundPage = () => (
  <AnyFrame>
    <Page title="Page not found">
      <EmptyState title="This page does not exist" action={<LinkButton to="/">Go to the overview</LinkButton>}>
        Check the address for typos, or go back to the overview.
      </EmptyState>
    </Page>
  </AnyFrame>
);
