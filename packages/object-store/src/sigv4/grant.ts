/**
 * What a key pair may do. Without limits it may do everything; with any, it may neither create, delete nor configure buckets.
 */
export interface Grant {
  /** `read`: no request that changes anything. Both when it is absent. */
  readonly access?: 'read' | 'read-write' | undefined;
  /** The only buckets it knows of. All when it is absent. */
  readonly buckets?: readonly string[] | undefined;
}

/** What an operation does: `manage` is for buckets themselves and their settings, `list-buckets` answers with what may be seen. */
export type Need = 'read' | 'write' | 'manage' | 'list-buckets';

export function isUnlimited(grant: Grant): boolean {
  return grant.access !== 'read' && grant.buckets === undefined;
}

export function mayUse(grant: Grant, need: Need, bucket: string): boolean {
  switch (need) {
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
