export interface ViewingsTables {
  viewing: ViewingTable;
}

/** A manager's read-only view of a space as another person or a link sees it. */
interface ViewingTable {
  id: string;
  /** The viewing ends with this session. */
  session_id: string;
  user_id: string;
  space_id: string;
  /** Exactly one of person and link is set. */
  person_id: string | null;
  link_id: string | null;
  created_at: Date;
  expires_at: Date;
}
