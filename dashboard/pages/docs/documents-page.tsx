import { Link } from '@tanstack/react-router';
import { Card } from '../../components/card.tsx';
import { Page } from '../../components/page.tsx';
import styles from './docs.module.css';
import { documents } from './documents.ts';

/** The docs, for people and for programs. */
export const DocumentsPage = () => (
  <Page title="Docs" description="How to use the RPC endpoints and the API of this dashboard.">
    <ul className={styles.documents}>
      {Object.entries(documents).map(([document, { title, about }]) => (
        <li key={document}>
          <h2>
            <Link to="/docs/$document" params={{ document }}>
              {title}
            </Link>
          </h2>
          <p>{about}</p>
        </li>
      ))}
      <li>
        <h2>
          <Link to="/reference">API reference</Link>
        </h2>
        <p>Every operation of the management API, with parameters, answers and examples.</p>
      </li>
      <li>
        <h2>
          <Link to="/changelog">Changelog</Link>
        </h2>
        <p>What has changed for customers.</p>
      </li>
    </ul>
    <Card title="For programs" description="The same content for code generators and language models.">
      <ul className={styles.files}>
        <li>
          <a href="/openapi.json">openapi.json</a>: the management API as an OpenAPI document
        </li>
        <li>
          <a href="/llms.txt">llms.txt</a>: an index of the docs
        </li>
        <li>
          <a href="/docs/api.md">api.md</a>, <a href="/docs/management-api.md">management-api.md</a>,{' '}
          <a href="/docs/changelog.md">changelog.md</a>: the docs as Markdown
        </li>
      </ul>
    </Card>
    <p className={styles.note}>
      This dashboard contains open-source software: <a href="/third-party-notices.txt">third-party notices</a>
    </p>
  </Page>
);
