import type { Person } from '@coffer/contracts';
import {
  Activity,
  Bell,
  ArrowDownUp,
  ArrowUp,
  ArrowUpDown,
  CheckCheck,
  Clock,
  Copy,
  CopyPlus,
  Download,
  Eye,
  CloudDownload,
  FileArchive,
  FileCheck,
  FileText,
  Folder,
  FolderInput,
  FolderPlus,
  Folders,
  Hand,
  FolderUp,
  HardDrive,
  ListChecks,
  History,
  House,
  Inbox,
  KeyRound,
  Keyboard,
  LayoutGrid,
  LayoutTemplate,
  Link2,
  List,
  ListFilter,
  LogOut,
  Mail,
  MonitorSmartphone,
  Moon,
  Palette,
  PanelRight,
  Pencil,
  Settings2,
  SquareTerminal,
  Star,
  Sun,
  SunMoon,
  Tags,
  Trash2,
  Undo2,
  Upload,
  UserRound,
  Users,
  Webhook,
} from 'lucide-react';
import type { IconShape } from '../../../ui/marks/icon.tsx';

interface KnownCommand {
  readonly id: string;
  readonly icon: IconShape;
  readonly keys?: string;
}

/** All commands in the order in which they are listed. Each page offers some of them. */
export const COMMANDS = {
  selection: [
    { id: 'open', icon: Eye, keys: 'Enter' },
    { id: 'download', icon: Download },
    { id: 'share', icon: Users, keys: 'S' },
    { id: 'ask', icon: Hand },
    { id: 'links', icon: Link2, keys: 'L' },
    { id: 'template', icon: LayoutTemplate },
    { id: 'request', icon: Inbox },
    { id: 'rename', icon: Pencil, keys: 'F2' },
    { id: 'move', icon: FolderInput, keys: 'M' },
    { id: 'copy', icon: Copy },
    { id: 'duplicate', icon: CopyPlus, keys: 'Ctrl D' },
    { id: 'star', icon: Star, keys: '*' },
    { id: 'tags', icon: Tags, keys: 'T' },
    { id: 'versions', icon: History },
    { id: 'receipt', icon: FileCheck },
    { id: 'trash', icon: Trash2, keys: 'Del' },
  ],
  here: [
    { id: 'newFolder', icon: FolderPlus, keys: 'N' },
    { id: 'newText', icon: FileText },
    { id: 'newMarkdown', icon: FileText },
    { id: 'newFromTemplate', icon: LayoutTemplate },
    { id: 'uploadFiles', icon: Upload, keys: 'U' },
    { id: 'uploadFolder', icon: FolderUp },
    { id: 'import', icon: FileArchive },
    { id: 'importBucket', icon: CloudDownload },
    { id: 'filter', icon: ListFilter, keys: 'F' },
    { id: 'selectAll', icon: CheckCheck, keys: 'Ctrl A' },
    { id: 'up', icon: ArrowUp, keys: 'Backspace' },
    { id: 'undo', icon: Undo2, keys: 'Ctrl Z' },
    { id: 'list', icon: List, keys: 'V' },
    { id: 'grid', icon: LayoutGrid, keys: 'V' },
    { id: 'details', icon: PanelRight, keys: 'I' },
    { id: 'name', icon: ArrowDownUp },
    { id: 'modified', icon: ArrowDownUp },
    { id: 'size', icon: ArrowDownUp },
    { id: 'kind', icon: ArrowDownUp },
    { id: 'help', icon: Keyboard, keys: '?' },
  ],
  app: [
    { id: 'newSpace', icon: Folders },
    { id: 'light', icon: Sun },
    { id: 'dark', icon: Moon },
    { id: 'system', icon: SunMoon },
    { id: 'signOut', icon: LogOut },
  ],
} as const satisfies Record<string, readonly KnownCommand[]>;

export type CommandGroup = keyof typeof COMMANDS;

interface KnownPage {
  readonly href: string;
  readonly icon: IconShape;
  readonly id: string;
  /** The role that sees the page in addition to administrators. Undefined if everyone sees it. */
  readonly role?: Person['role'];
}

const PAGES = [
  { id: 'home', href: '/home', icon: House },
  { id: 'files', href: '/', icon: Folder },
  { id: 'recent', href: '/recent', icon: Clock },
  { id: 'starred', href: '/starred', icon: Star },
  { id: 'shared', href: '/shared', icon: Users },
  { id: 'trashPage', href: '/trash', icon: Trash2 },
  { id: 'transfers', href: '/transfers', icon: ArrowUpDown },
  { id: 'activityPage', href: '/activity', icon: Activity },
  { id: 'profile', href: '/settings/profile', icon: UserRound },
  { id: 'security', href: '/settings/security', icon: KeyRound },
  { id: 'devices', href: '/settings/sessions', icon: MonitorSmartphone },
  { id: 'tokens', href: '/settings/tokens', icon: SquareTerminal },
  { id: 'notifications', href: '/settings/notifications', icon: Bell },
  { id: 'appearance', href: '/settings/appearance', icon: Palette },
  { id: 'overview', href: '/admin', icon: Activity, role: 'auditor' },
  { id: 'people', href: '/admin/people', icon: UserRound, role: 'administrator' },
  { id: 'groups', href: '/admin/people/groups', icon: Users, role: 'administrator' },
  { id: 'adminSpaces', href: '/admin/spaces', icon: Folders, role: 'auditor' },
  { id: 'adminLinks', href: '/admin/links', icon: Link2, role: 'auditor' },
  { id: 'adminWebhooks', href: '/admin/webhooks', icon: Webhook, role: 'administrator' },
  { id: 'audit', href: '/admin/audit', icon: FileCheck, role: 'auditor' },
  { id: 'storage', href: '/admin/storage', icon: HardDrive, role: 'auditor' },
  { id: 'adminJobs', href: '/admin/jobs', icon: ListChecks, role: 'auditor' },
  { id: 'settings', href: '/admin/settings', icon: Settings2, role: 'auditor' },
  { id: 'branding', href: '/admin/settings/branding', icon: Palette, role: 'auditor' },
  { id: 'mail', href: '/admin/settings/mail', icon: Mail, role: 'auditor' },
] as const satisfies readonly KnownPage[];

export function pagesOf(role: Person['role']): readonly (typeof PAGES)[number][] {
  return PAGES.filter((page) => !('role' in page) || page.role === role || role === 'administrator');
}
