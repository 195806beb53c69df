/** Permissions of a key pair. A key pair with any limit cannot create, delete or configure buckets. */
export interface Grant {
  /** `read` excludes every change. Absent: read-write. */
  readonly access?: 'read' | 'read-write' | undefined;
  /** Absent: all buckets. */
  readonly buckets?: readonly string[] | undefined;
}

/** `manage` permits creating, deleting and configuring buckets. */
export type Permission = 'read' | 'write' | 'manage' | 'list-buckets';

export function isUnlimited(grant: Grant): boolean {
  return grant.access !== 'read' && grant.buckets === undefined;
}

export function mayUse(grant: Grant, permission: Permission, bucket: string): boolean {
  switch (permission) {
    case 'list-buckets':
      return true;
    case 'manage':
      return isUnlimited(grant);
    case 'write':
      return grant.access !== 'read' && knowsBucket(grant, bucket);
    case 'read':
      return knowsBucket(grant, bucket);
  }
}

export function knowsBucket(grant: Grant, bucket: string): boolean {
  return grant.buckets === undefined || grant.buckets.includes(bucket);
}
