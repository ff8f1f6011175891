import { Page } from '../../components/page.tsx';

export const DocumentPage = () => <Page title="Docs">…</Page>;
export const DocumentsPage = DocumentPage;
