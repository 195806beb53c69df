import type { AccountTables, TokensTables } from './tables/account.ts';
import type { AuditTables } from './tables/audit.ts';
import type { ChangesTables } from './tables/changes.ts';
import type { CommentsTables } from './tables/comments.ts';
import type { DocumentsTables } from './tables/documents.ts';
import type { FilesTables } from './tables/files.ts';
import type { GroupsTables } from './tables/groups.ts';
import type { JobsTables } from './tables/jobs.ts';
import type { JournalTables, LedgerTables } from './tables/ledger.ts';
import type { LinksTables } from './tables/links.ts';
import type { MailTables } from './tables/mail.ts';
import type { NotificationsTables } from './tables/notifications.ts';
import type { PeopleTables } from './tables/people.ts';
import type { PlatformTables } from './tables/platform.ts';
import type { RenditionsTables } from './tables/renditions.ts';
import type { SessionTables } from './tables/session.ts';
import type { SettingsTables } from './tables/settings.ts';
import type { SharingTables } from './tables/sharing.ts';
import type { SignInTables } from './tables/sign-in.ts';
import type { SpacesTables } from './tables/spaces.ts';
import type { StorageTables } from './tables/storage.ts';
import type { TagsTables } from './tables/tags.ts';
import type { UploadsTables } from './tables/uploads.ts';
import type { ViewingsTables } from './tables/viewings.ts';
import type { WebdavTables } from './tables/doors/webdav.ts';

/** Every table of the database, by the feature that owns it. */
export interface Schema
  extends AccountTables,
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
    WebdavTables {}
