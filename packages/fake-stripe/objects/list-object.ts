export type FakeList<T> = { object: 'list'; data: T[]; has_more: boolean; url: string };
