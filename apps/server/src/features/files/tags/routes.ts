import { personRoute, type Route } from '../../../route.ts';
import type { Services } from '../../../services.ts';
import { changeTag, createTag, deleteTag } from './change-tags.ts';
import { listTagged, listTags } from './list-tags.ts';
import { tagItems } from './tag-items.ts';

export function tagRoutes(services: Pick<Services, 'db' | 'clock' | 'newId'>): readonly Route[] {
  return [
    personRoute('listTags', async ({ actor, query }) => listTags(services, actor.person, query)),
    personRoute('createTag', async ({ actor, body, once }) =>
      createTag({ ...services, once }, actor.person, body),
    ),
    personRoute('changeTag', async ({ actor, params, body, revision }) =>
      changeTag(services, actor.person, { ...params, ...body, revision }),
    ),
    personRoute('deleteTag', async ({ actor, params }) => deleteTag(services, actor.person, params)),
    personRoute('tagItems', async ({ actor, params, body }) =>
      tagItems(services, actor.person, { ...params, ...body }),
    ),
    personRoute('listTagged', async ({ actor, query }) => listTagged(services, actor.person, query)),
  ];
}
