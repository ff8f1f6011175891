import { useDocument } from '../../api/documents.ts';
import { Card } from '../../components/card.tsx';
import { Page } from '../../components/page.tsx';
import { QueryState, Skeleton } from '../../components/query-state.tsx';
import { Markdown } from '../docs/markdown/markdown.tsx';

/** What has changed for customers, newest first. */
export const ChangelogPage = () => (
  <Page title="Changelog" description="What has changed for you, newest first.">
    <QueryState
      query={useDocument('/docs/changelog.md')}
      loading={<Skeleton height="32rem" label="Loading the changelog" />}
    >
      {(page) => (
        <Card>
          <Markdown page={page} />
        </Card>
      )}
    </QueryState>
  </Page>
);
