import { useDocument } from '../../api/documents.ts';
import { Card } from '../../components/card.tsx';
import { Page } from '../../components/page.tsx';
import { QueryState, Skeleton } from '../../components/query-state.tsx';
import { DocumentBody } from '../docs/document-body.tsx';
import { parseRenderedPage } from '../docs/rendered-page.ts';

/** What has changed for customers, newest first. */
export const ChangelogPage = () => (
  <Page title="Changelog" description="What has changed for you, newest first.">
    <QueryState
      query={useDocument('/docs/changelog.json', parseRenderedPage)}
      loading={<Skeleton height="32rem" label="Loading the changelog" />}
    >
      {(page) => (
        <Card>
          <DocumentBody parts={page.parts} />
        </Card>
      )}
    </QueryState>
  </Page>
);
