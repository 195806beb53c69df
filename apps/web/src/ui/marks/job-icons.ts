import { CloudDownload, Copy, FolderInput, History, RotateCcw, Trash2 } from 'lucide-react';

/** Icons by kind of job. */
export const JOB_ICONS = {
  move: FolderInput,
  copy: Copy,
  trash: Trash2,
  restore: RotateCcw,
  purge: Trash2,
  rename: FolderInput,
  create: FolderInput,
  restore_version: History,
  restore_folder: History,
  import: CloudDownload,
} as const;
