// A malicious server: returns names that Coffer never allows, among the responses of the real server.
import { createHash, randomUUID } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HostileFile {
  readonly name: string;
  /** Lists the item as a folder that contains this file. */
  readonly below?: string;
}

const BYTES = Buffer.from('hostile');
const SUM = createHash('sha256').update(BYTES).digest('base64');
const NOW = '2026-11-27T00:00:00.000Z';
const SPACE_ID = randomUUID();
const ROOT_ID = randomUUID();
const FOLDER_ID = randomUUID();

const space = {
  id: SPACE_ID,
  name: 'Trap',
  description: '',
  color: 'blue',
  kind: 'team',
  rootId: ROOT_ID,
  role: 'viewer',
  quotaBytes: 1,
  usedBytes: 0,
  reservedBytes: 0,
  heldBytes: 0,
  purgedBytes: 0,
  isOnHold: false,
  revision: 1,
};

interface Place {
  readonly id: string;
  readonly parentId: string | null;
}

function nodeOf({ id, parentId }: Place, name: string, kind: 'file' | 'folder') {
  const isFile = kind === 'file';
  return {
    id,
    spaceId: SPACE_ID,
    parentId,
    kind,
    name,
    sizeBytes: isFile ? BYTES.length : null,
    mediaType: isFile ? 'text/plain' : null,
    modifiedAt: NOW,
    createdAt: NOW,
    revision: 1,
    versionId: isFile ? id : null,
    trashedAt: null,
  };
}

const page = (items: readonly unknown[]) => ({
  items,
  total: items.length,
  isPartial: false,
  next: null,
  folderRevision: 1,
  role: 'viewer',
});
/** The folder `evil` in the space “Trap” contains these items. */
export async function startHostileServer(
  files: readonly HostileFile[],
): Promise<AsyncDisposable & { readonly url: string }> {
  const tree = files.flatMap(({ name, below }) => {
    const id = randomUUID();
    if (below === undefined) return [nodeOf({ id, parentId: FOLDER_ID }, name, 'file')];
    return [
      nodeOf({ id, parentId: FOLDER_ID }, name, 'folder'),
      nodeOf({ id: randomUUID(), parentId: id }, below, 'file'),
    ];
  });
  const folder = nodeOf({ id: FOLDER_ID, parentId: ROOT_ID }, 'evil', 'folder');
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://here');
    const id = /\/nodes\/([^/]+)/.exec(pathname)?.[1] ?? '';
    if (pathname === '/bytes') return void response.writeHead(206).end(BYTES);
    if (pathname === '/api/v1/spaces') return answer(response, { items: [space], mayCreate: false });
    if (pathname === '/api/v1/batch/children') return void readTree(request, response);
    if (pathname === '/api/v1/batch/contents') return void signContents(request, response);
    if (pathname.endsWith('/children'))
      return answer(response, page(id === ROOT_ID ? [folder] : tree.filter((node) => node.parentId === id)));
    return answer(
      response,
      id === ROOT_ID ? nodeOf({ id: ROOT_ID, parentId: null }, 'Trap', 'folder') : folder,
    );
  });
  const readTree = async (request: AsyncIterable<Buffer>, response: ServerResponse): Promise<void> => {
    const { ids } = JSON.parse(await collect(request)) as { ids: readonly string[] };
    answer(response, { items: tree.filter(({ parentId }) => ids.includes(parentId ?? '')), next: null });
  };
  const signContents = async (request: AsyncIterable<Buffer>, response: ServerResponse): Promise<void> => {
    const asked = JSON.parse(await collect(request)) as { files: readonly unknown[] };
    answer(response, { items: asked.files.map(() => signed) });
  };
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const checksums = { sha256: SUM, contentSha256: SUM, partSizeBytes: BYTES.length };
  const signed = { ok: true, url: `${url}/bytes`, expiresAt: NOW, sizeBytes: BYTES.length, checksums };
  return {
    url,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

async function collect(stream: AsyncIterable<Buffer>): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}

function answer(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
