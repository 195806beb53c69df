import { NodeId, SearchQuery, type SearchHit, type SearchPage } from '@coffer/contracts';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { uploaded, type UploadServices } from '../../live-upload.contract.ts';
import { type Owner, startLiveWorld, type StoreWorld, valueOf, type World } from '../../live.world.ts';
import { createTextReader } from '../../platform/texts/text-reader.ts';
import type { TextReader } from '../../platform/texts/texts.ts';
import { searchContents } from '../files/find/search-contents.ts';
import { readDocuments } from './read-documents.ts';

interface DocumentsState {
  world: World;
  store: StoreWorld;
  services: UploadServices & { readonly textReader: TextReader };
  owner: Owner;
}

const running = new AbortController().signal;

/** A personal space whose files `read` indexes, and functions that search their contents. */
export function documentsWorld() {
  const here = {} as DocumentsState;
  beforeAll(async () => {
    const live = await startLiveWorld();
    Object.assign(here, live, { services: { ...live.services, textReader: createTextReader() } });
    return async () => await live[Symbol.asyncDispose]();
  });
  afterAll(async () => {
    await here.services.textReader.stop();
  });
  beforeEach(async () => {
    here.owner = await here.world.addOwner();
  });
  const page = async (
    q: string,
    asked: Readonly<Record<string, string>> = {},
    by: Owner = here.owner,
  ): Promise<SearchPage> =>
    valueOf(
      await searchContents(
        { ...here.services, config: { searchesContents: true } },
        by.person,
        SearchQuery.parse({ q, in: 'content', ...asked }),
      ),
    );
  return {
    state: here,
    page,
    upload: async (name: string, content: Buffer | string, parentId?: string) =>
      await uploaded(here.services, here.owner, {
        name,
        bytes: Buffer.from(content),
        mediaType: mediaTypes[name.split('.').at(-1) ?? ''] ?? 'text/plain',
        ...(parentId === undefined ? {} : { parentId: NodeId.parse(parentId) }),
      }),
    read: async (services: Partial<DocumentsState['services']> = {}) =>
      await readDocuments({ ...here.services, ...services }, running),
    names: async (...asked: Parameters<typeof page>) =>
      (await page(...asked)).items.map(({ node }) => node.name).toSorted(),
    stateOf: async (id: string) =>
      (
        await here.services.db
          .selectFrom('document')
          .select('state')
          .where('node_id', '=', id)
          .executeTakeFirst()
      )?.state,
  };
}

const mediaTypes: Readonly<Record<string, string>> = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pdf: 'application/pdf',
  bin: 'application/octet-stream',
};

/** The snippet with its matches in brackets. */
export function markedSnippet({ snippet }: SearchHit): string {
  if (snippet === null) return '';
  return snippet.ranges.reduceRight(
    (text, { start, end }) => `${text.slice(0, start)}[${text.slice(start, end)}]${text.slice(end)}`,
    snippet.text,
  );
}
