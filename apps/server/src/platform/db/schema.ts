import type { AuditTables } from './tables/audit.ts';
import type { DocumentsTables } from './tables/bytes/documents.ts';
import type { JournalTables } from './tables/bytes/journal.ts';
import type { LedgerTables } from './tables/bytes/ledger.ts';
import type { RenditionsTables } from './tables/bytes/renditions.ts';
import type { StorageTables } from './tables/bytes/storage.ts';
import type { UploadsTables } from './tables/bytes/uploads.ts';
import type { MailTables } from './tables/mail.ts';
import type { NotificationsTables } from './tables/notifications.ts';
import type { AccountTables } from './tables/people/account.ts';
import type { GroupsTables } from './tables/people/groups.ts';
import type { PeopleTables } from './tables/people/people.ts';
import type { SessionTables } from './tables/people/session.ts';
import type { SignInTables } from './tables/people/sign-in.ts';
import type { TokensTables } from './tables/people/tokens.ts';
import type { PlatformTables } from './tables/platform.ts';
import type { SettingsTables } from './tables/settings.ts';
import type { AccessRequestsTables } from './tables/tree/access-requests.ts';
import type { ChangesTables } from './tables/tree/changes.ts';
import type { CommentsTables } from './tables/tree/comments.ts';
import type { FilesTables } from './tables/tree/files.ts';
import type { JobsTables } from './tables/tree/jobs.ts';
import type { LinksTables } from './tables/tree/links.ts';
import type { SharingTables } from './tables/tree/sharing.ts';
import type { SpacesTables } from './tables/tree/spaces.ts';
import type { TagsTables } from './tables/tree/tags.ts';
import type { ViewingsTables } from './tables/tree/viewings.ts';
import type { WebdavTables } from './tables/webdav.ts';
import type { WebhooksTables } from './tables/webhooks.ts';

/** Every table of the database, grouped by the feature that owns it. */
export interface Schema
  extends AccessRequestsTables,
    AccountTables,
    AuditTables,
    ChangesTables,
    CommentsTables,
    DocumentsTables,
    FilesTables,
    GroupsTables,
    JobsTables,
    JournalTables,
    LedgerTables,
    LinksTables,
    MailTables,
    NotificationsTables,
    PeopleTables,
    PlatformTables,
    RenditionsTables,
    SessionTables,
    SettingsTables,
    SharingTables,
    SignInTables,
    SpacesTables,
    StorageTables,
    TagsTables,
    TokensTables,
    UploadsTables,
    ViewingsTables,
    WebdavTables,
    WebhooksTables {}
