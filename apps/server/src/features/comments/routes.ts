import { personRoute, type Route } from '../../route.ts';
import type { Services } from '../../services.ts';
import { changeComment, deleteComment } from './change-comment.ts';
import { createComment } from './create-comment.ts';
import { listComments } from './list-comments.ts';

export function commentsRoutes(services: Pick<Services, 'clock' | 'db' | 'newId'>): readonly Route[] {
  return [
    personRoute('listComments', async ({ actor, params, query }) =>
      listComments(services, actor.person, { ...params, query }),
    ),
    personRoute('createComment', async ({ actor, params, body, once }) =>
      createComment({ ...services, once }, actor.person, { ...params, ...body }),
    ),
    personRoute('changeComment', async ({ actor, params, body, revision }) =>
      changeComment(services, actor.person, { ...params, ...body, revision }),
    ),
    personRoute('deleteComment', async ({ actor, params }) => deleteComment(services, actor.person, params)),
  ];
}
