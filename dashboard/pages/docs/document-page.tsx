import { Link, useParams } from '@tanstack/react-router';
import { useDocument } from '../../api/documents.ts';
import { Card } from '../../components/card.tsx';
import { Html } from '../../components/html.tsx';
import { Page } from '../../components/page.tsx';
import { QueryState, Skeleton } from '../../components/query-state.tsx';
import styles from './docs.module.css';
import { DocumentBody } from './document-body.tsx';
import { documents, isDocumentName } from './documents.ts';
import { parseRenderedPage, type RenderedPage } from './rendered-page.ts';
import { useHashTarget } from './use-hash-target.ts';

/** One document of the docs. */
export function DocumentPage() {
  const { document } = useParams({ from: '/framed/docs/$document' });
  const query = useDocument(`/docs/${document}.json`, parseRenderedPage);
  useHashTarget(query.isSuccess);
  const title = isDocumentName(document) ? documents[document].title : document;
  return (
    <Page title={title} actions={<a href={`/docs/${document}.md`}>View as Markdown</a>}>
      <QueryState query={query} loading={<Skeleton height="100vh" label="Loading the document" />}>
        {(page) => (
          <div className={styles.document}>
            <Contents sections={page.sections} />
            <Card>
              <DocumentBody parts={page.parts} />
            </Card>
          </div>
        )}
      </QueryState>
    </Page>
  );
}

/** Links to the sections of a page. */
const Contents = ({ sections }: Pick<RenderedPage, 'sections'>) => (
  <nav aria-label="On this page" className={styles.contents}>
    <ul>
      {sections.map(({ id, title }) => (
        <li key={id}>
          <Link to="." hash={id}>
            <Html html={title} />
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);
