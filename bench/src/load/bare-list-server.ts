import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { Pool } from 'pg';

/** A server that only lists: neither sessions nor rights, tags nor pictures. Prints its port. */
const pool = new Pool({ connectionString: process.argv[2], max: 16 });
const app = new Hono();

const PAGE = `select id, space_id as "spaceId", parent_id as "parentId", kind, name, size_bytes as "sizeBytes",
    media_type as "mediaType", modified_at as "modifiedAt", created_at as "createdAt", revision,
    current_version_id as "versionId", trashed_at as "trashedAt"
  from node where space_id = (select space_id from node where id = $1) and parent_id = $1 and trashed_at is null
  order by kind desc, name_sort, id limit 200`;
const COUNT = 'select folders, files from folder_content where folder_id = $1';

app.get('/api/v1/nodes/:folderId/children', async (c) => {
  const ids = [c.req.param('folderId')];
  const [page, count] = await Promise.all([pool.query<object>(PAGE, ids), pool.query<object>(COUNT, ids)]);
  return c.json({ items: page.rows, ...count.rows[0], isPartial: false, next: null });
});

serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => console.log(port));
