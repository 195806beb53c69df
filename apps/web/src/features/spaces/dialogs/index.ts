export { MembersDialog } from './members-dialog.tsx';
export { NewSpaceDialog } from './new-space-dialog.tsx';
export { SettingsDialog } from './settings-dialog.tsx';
