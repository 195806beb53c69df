import { ACCESS_REQUEST_ROUTES } from '../access-requests/access-request-routes.ts';
import { ACCOUNT_ROUTES } from './account-routes.ts';
import { ADMINISTRATION_ROUTES } from './administration-routes.ts';
import { AUDIT_ROUTES } from './audit-routes.ts';
import { BUCKET_IMPORT_ROUTES } from '../bucket-imports/bucket-import-routes.ts';
import { COMMENT_ROUTES } from './comment-routes.ts';
import { DETAILS_ROUTES } from './details-routes.ts';
import { EDIT_LINK_ROUTES } from './edit-link-routes.ts';
import { EXPORT_ROUTES } from '../exports/export-routes.ts';
import { FOLLOW_ROUTES } from '../follows/follow-routes.ts';
import { JOB_ROUTES } from './job-routes.ts';
import { LINK_ROUTES } from './link-routes.ts';
import { GROUP_ROUTES } from './group-routes.ts';
import { PEOPLE_ROUTES } from './people-routes.ts';
import { MAIL_ROUTES } from './mail-routes.ts';
import { SETTING_ROUTES } from './setting-routes.ts';
import { SHARING_ROUTES } from './sharing-routes.ts';
import { SPACE_ROUTES } from './space-routes.ts';
import { STORAGE_ROUTES } from './storage-routes.ts';
import { TAG_ROUTES } from '../tags/tag-routes.ts';
import { TRASH_ROUTES } from './trash-routes.ts';
import { VIEWING_ROUTES } from './viewing-routes.ts';
import { WEBHOOK_ROUTES } from '../webhooks/webhook-routes.ts';
import type { RouteData } from './route-data.ts';

/** Calls that the list of files does not need. Browsers load this table before the first such call. */
export const LATER_ROUTES = {
  ...ACCESS_REQUEST_ROUTES,
  ...ACCOUNT_ROUTES,
  ...ADMINISTRATION_ROUTES,
  ...AUDIT_ROUTES,
  ...BUCKET_IMPORT_ROUTES,
  ...COMMENT_ROUTES,
  ...DETAILS_ROUTES,
  ...EXPORT_ROUTES,
  ...FOLLOW_ROUTES,
  ...GROUP_ROUTES,
  ...PEOPLE_ROUTES,
  ...EDIT_LINK_ROUTES,
  ...JOB_ROUTES,
  ...LINK_ROUTES,
  ...MAIL_ROUTES,
  ...SETTING_ROUTES,
  ...SHARING_ROUTES,
  ...SPACE_ROUTES,
  ...STORAGE_ROUTES,
  ...TAG_ROUTES,
  ...TRASH_ROUTES,
  ...VIEWING_ROUTES,
  ...WEBHOOK_ROUTES,
} as const satisfies Record<string, RouteData>;
