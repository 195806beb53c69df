/**
 * Single journeys that `npm test` leaves to the campaigns, by title or by the title of their group: how a screen behaves
 * when something fails or comes late, beside others, on a phone, from right to left.
 */
export const CAMPAIGN_JOURNEYS: Readonly<Record<string, readonly string[]>> = {
  'e2e/src/account-factors.spec.ts': [
    'an authenticator is exchanged for another one: the codes of the old one no longer count',
    'two factors: the one that is preferred is asked for, and the choice can be left for later',
    'requirement 6 in the browser: another factor offers to sign the other devices out, which came in without it',
    'a new address waits for its code, over a reload, while the old one signs in',
  ],
  'e2e/src/challenge-messages.spec.ts': [
    'a text message instead of the password: sent again, and the code of the first message refused',
    'a code by mail instead of the password: a reload, another way, the way back, and mail after all',
    'a code by mail instead of the password that comes too late',
    'a code that is pressed twice is given once',
    "the pool's own questions, in rounds: each is answered anew",
    "a step that nobody here knows (RETINA) is taken on the pool's own pages",
    "a step that nobody here knows (DEVICE_SRP_AUTH) is taken on the pool's own pages",
    "the pool's own pages cannot be reached: the sign-in begins anew and says so",
  ],
  'e2e/src/challenges.spec.ts': [
    'the factor is chosen where there are several, and a lost authenticator is replaced',
    "the pool's own question instead of a password",
    'the first factor is chosen: a code that is sent twice, another way, the password in its place',
    'a passkey, and a device that has none',
    'requirement 21: wrong codes until the end, and a new beginning with the name kept',
  ],
  'e2e/src/downloads.spec.ts': [
    'a file missing in the store is named, never truncates the zip file, and can be excluded',
    'a broken connection loses nothing',
    'leaving during a download asks, and cancelling leaves no file',
    'a running download and upload share one corner',
    'a slow download is complete, and one whose page is closed leaves no file',
  ],
  'e2e/src/editing/code.spec.ts': [
    'long lines are wrapped or not, as was chosen last',
    'a file that is not text says so, whatever its extension, and is shown as text on demand',
    'texts of other encodings are readable, each line in its direction',
    'a long log is read by its lines: any of them is gone to and found',
    'of a long text in UTF-16 the beginning is shown',
  ],
  'e2e/src/editing/drafts.spec.ts': ['unsaved changes are asked about, and survive a crash'],
  'e2e/src/editing/editing.spec.ts': [
    'line breaks and encoding stay as they were, and a character that does not fit is asked about',
    'of two changes of one line each can be kept, and neither is lost',
    'a lost network, file or right is reported, and the text stays',
  ],
  'e2e/src/embedded-pool.spec.ts': [
    'a code by SMS comes over the webhook, signed, and who joins next in the same browser sets up a factor',
  ],
  'e2e/src/files-page.spec.ts': [
    'an address may name a row to show: it is selected and in sight, and the address forgets it',
    'a path has all the room there is, and its middle goes into a menu where that is not enough',
    'sizes follow one rule, and days are said as people say them',
    'each kind of file has a colour of its own',
  ],
  'e2e/src/find/home.spec.ts': [
    'what is made or uploaded at home is in the personal space, selected and shown',
    'a failed section can be retried, and the others stay usable',
  ],
  'e2e/src/find/palette.spec.ts': [
    'Enter right after typing waits for the names, which come before the commands',
    'the chosen suggestion stays chosen when others come, and Enter opens no other',
    'on a phone, in the dark and in Arabic',
  ],
  'e2e/src/find/recent-and-starred.spec.ts': ['on a phone'],
  'e2e/src/find/search.spec.ts': ['on a phone'],
  'e2e/src/hosted-pages.spec.ts': [
    'what seldom comes up: locks, faults of forms, time that ran out, another issuer that does not answer',
  ],
  'e2e/src/keyboard.spec.ts': [
    'a person moves, copies, reads, edits and shares by keyboard alone (ar)',
    'a person moves, copies, reads, edits and shares by keyboard alone (en)',
  ],
  'e2e/src/layout/page-frame.spec.ts': [
    'a lost network is said without moving the list',
    'on a phone a lost network is said in one line of the bar',
    'a page whose code cannot be loaded offline says that there is no connection',
    'a style sheet that could not be fetched ahead is fetched again',
    'a page whose code cannot be loaded says why: the server is down',
    'a page whose code cannot be loaded says why: the server is down behind a proxy',
    'a page whose code cannot be loaded says why: the server answers',
    'an action that fails offline reports it, until the network is back',
  ],
  'e2e/src/layout/tray.spec.ts': [
    'the last row of a list can be scrolled above the tray',
    'the focus stays on the page when the row of a background action goes',
    'a phone shows the size and the original place of trashed items',
    'on a phone what an earlier page left begins folded, and gives way to what was searched',
  ],
  'e2e/src/leaving/export-import.spec.ts': [
    'a hostile zip file harms nothing, and its faults are named',
    'everything goes out as plain files with plain metadata',
  ],
  'e2e/src/links/edit-links.spec.ts': ['a guest uploads a new version of the only file of a link'],
  'e2e/src/links/file-requests.spec.ts': [
    "revoking a request stops a guest's upload, and files appear live in the open folder",
  ],
  'e2e/src/links/guest-editing.spec.ts': [
    'a guest and a member who write at once lose nothing',
    'a link that is locked, full or revoked while a guest edits keeps the text',
    'a guest edits on a phone, and somebody who may only look is offered nothing',
  ],
  'e2e/src/links/public-links.spec.ts': ['wrong passwords are counted, and the page says how long to wait'],
  'e2e/src/list/column-order.spec.ts': [
    'columns are moved by pointer, by keys and by their menu, and stay so (ar)',
  ],
  'e2e/src/list/details.spec.ts': [
    'Escape in the bar of the selection ends it, and a menu that is closed leaves nothing selected',
    'activity is shown at once, and all of it on request',
    'several rows show their number and size, an empty folder shows its own details',
    'details that cannot be loaded say so, and are loaded on request',
    'in Arabic the details are at the left edge',
    'on a phone',
    'the details offer what can be done, also with a row that is only looked at',
  ],
  'e2e/src/list/drop.spec.ts': ['rows that are dragged with Ctrl are copied'],
  'e2e/src/list/filter.spec.ts': [
    'without a match the page says so and leads to the search',
    'a letter that is a key begins a name when another follows, and is the key when none does',
    'on a phone, in the dark and in Arabic',
  ],
  'e2e/src/list/grid.spec.ts': [
    'rows that pass fast come without their facts, and have them once the list slows down',
    'columns can be hidden, and rows made compact, from one menu',
    'when others change the list, a selection too large to follow ends, and nothing is deleted',
    'in Arabic the left arrow moves to the next tile',
    'on a phone',
  ],
  'e2e/src/list/groups.spec.ts': [
    'a heading stays in sight with its group, and its menu leads to the others',
    'columns are sized by pointer and by keys, and stay so (ar)',
  ],
  'e2e/src/past/past.spec.ts': [
    'a moment is chosen, and one that is not known any more says why',
    'a restore that leaves something as it is says so in one message',
  ],
  'e2e/src/people.spec.ts': [
    'recovery codes are the last step of an authenticator, and a reset link still asks for its code',
    'an invitation for somebody else is told in whose name this browser is signed in',
    'a space that was handed over shows that it loads, and has a trash of its own',
    'the files of a deleted account are handed over, and nothing is locked for ever',
    'a person who is disabled is signed out, and the command lists them',
  ],
  'e2e/src/people/administration.spec.ts': [
    'roles, sign-out, second factors and invitations are changed from the row',
    'the list is searched, filtered and sorted, and the address keeps it',
  ],
  'e2e/src/people/groups.spec.ts': [
    'a group is a member of a space, with a role that changes under its people',
    'a person who is not an administrator gets a message, and so does a deleted group',
  ],
  'e2e/src/people/join-by-issuer.spec.ts': [
    'somebody else who is signed in here is signed out first',
    'where no accounts can be made, an invitation leads to the issuer alone',
  ],
  'e2e/src/people/overview.spec.ts': [
    'an auditor reads it without the pages for administrators; a store that is silent is the verdict',
  ],
  'e2e/src/preview.spec.ts': [
    'a preview stays within a window of 390 pixels, whatever the file is called',
    'a preview stays within a window of 320 pixels, whatever the file is called',
    'a file that a link led to has neighbours, however far down the list it is',
  ],
  'e2e/src/preview/archive.spec.ts': [
    'tar archives are listed, packed or not',
    'an archive fits a phone',
    'damaged, endless and empty archives say so',
  ],
  'e2e/src/preview/document-looks.spec.ts': ['a font is shown by samples, and a damaged one says so'],
  'e2e/src/preview/documents.spec.ts': [
    'a document with a password asks for it, and is printed as pictures of its pages',
    'the first page of a document is its thumbnail, and is seen before the document is there',
  ],
  'e2e/src/preview/films.spec.ts': [
    'the browser that uploads a film gives it a frame, which is seen until the film is',
    'a recording keeps its speed and position, and the next one plays automatically',
  ],
  'e2e/src/preview/find-print.spec.ts': [
    'words are found in chapters and slides that are not drawn yet, and all of them are printed',
    'mail and notebooks are searched and printed with what stands around them',
    'pictures, texts and tables are printed as a whole, by button and by key',
  ],
  'e2e/src/preview/hostile-files.spec.ts': [
    'zip bombs and endless trees are rejected, and the page stays usable',
  ],
  'e2e/src/preview/json.spec.ts': [
    'a tree fits a phone',
    'deep, twofold, broken and empty JSON is shown as it is',
  ],
  'e2e/src/preview/markdown.spec.ts': [
    'Markdown fits a phone, in Arabic too',
    'hostile Markdown runs nothing, asks for nothing, and leads nowhere',
    'an empty, a damaged and an endless file say so, and the page stays responsive',
  ],
  'e2e/src/preview/office.spec.ts': [
    'a workbook is a table with its sheets',
    'damaged, protected and endless files say so and offer the download',
    'slides and OpenDocument are drawn',
  ],
  'e2e/src/preview/pictures.spec.ts': [
    'the details of a photo come from the camera, and no map server is contacted',
    'on a phone, a swipe leads to the next picture and two fingers enlarge',
  ],
  'e2e/src/preview/reading.spec.ts': [
    'a notebook is shown with its words, its code and its outputs',
    'a model of STL or glTF is drawn and turned by keyboard',
  ],
  'e2e/src/preview/table.spec.ts': [
    'a table fits a phone',
    'from right to left, cells stand under their header',
    'a million rows are at hand from the first to the last',
    'hostile tables are shown by their beginning, and the page answers',
  ],
  'e2e/src/preview/versions.spec.ts': ['an older version is deleted for good, and says what that frees'],
  'e2e/src/redirect.spec.ts': [
    'an issuer that gives nothing to revoke asks the person itself, and leads back',
    'over the hosted pages of the pool, and out of them',
    'whoever may not come in is told so',
    'a return that the issuer refused, and one that nobody began',
    'an issuer that fails at the last moment is told, and the door stays open',
  ],
  'e2e/src/resume.spec.ts': [
    'a dropped folder resumes automatically after a reload, and leaving does not ask',
    'chosen files resume automatically after a reload if the browser stores handles',
    'one tab runs an upload, and another resumes it when that tab is closed',
  ],
  'e2e/src/screen-manners.spec.ts': ['on a telephone'],
  'e2e/src/session.spec.ts': [
    'a session that ends while a page is open leads to the sign-in, and back to that page',
    'a page that nobody touches learns that another device has signed it out, and tells the other tabs',
  ],
  'e2e/src/sharing/sharing.spec.ts': [
    'what one shared is listed once with everyone it is shared with, and taken back from all',
  ],
  'e2e/src/spaces/live.spec.ts': [
    'a name that is being typed and the place in a long list stay while others work',
    'after a cut line everything is caught up',
    'the tabs of a browser share one connection, and another takes over when its tab closes',
    'signing out ends the connection',
  ],
  'e2e/src/spaces/team-space.spec.ts': [
    'a space is archived and restored by its owner, and left by a member',
  ],
  'e2e/src/storage.spec.ts': [
    'auditors look and change nothing, members are told that it is not for them',
    'a receipt is saved from the details, and verifies by the published key',
    'what is good to know is told without alarm, with how to set it otherwise',
    'a fault is told with its code and with what mends it, ready to be copied',
    'a survey finds what was planted, a repair puts it right, and the owner restores the older version',
    'where most of the store is unknown, the number has to be typed',
  ],
  'e2e/src/thumbnails/thumbnails.spec.ts': [
    'a folder shows its pictures blurred before anything of them is loaded, and sharp ones in the same place',
    'tiles of texts show how they begin, others under the name of a text keep their symbol',
    'where the store has lost a thumbnail, the page shows the symbol and then the thumbnail drawn again',
  ],
  'e2e/src/touch/by-touch.spec.ts': ['on a phone files are read, edited, shared and linked by touch'],
  'e2e/src/transfer-behaviour.spec.ts': [
    'a failure is announced while a dialog is open',
    'a choice made while code cannot load is reported, and the next one is uploaded',
    'interrupted uploads can be resumed behind many failed ones',
    'an unusable upload journal is replaced, and checking for one creates none',
    'a choice with only unreadable files is reported and leaves nothing behind',
    'the number of chosen files that were read is shown',
    'the focus moves on when the card of the chosen files closes',
    'the tray takes the focus of the card it replaces, whose Cancel no longer works',
  ],
  'e2e/src/transfer-trees.spec.ts': [
    'empty files and unusual names are uploaded unchanged',
    'the same folder dropped twice asks once, and skipped files are not duplicated',
    'an unreadable folder is shown as such, and its siblings are uploaded',
  ],
  'e2e/src/transfers.spec.ts': [
    'a file rewritten between two runs is not resumed',
    'a changed file of equal size and date is detected by its bytes',
    'a file deleted during its upload fails and stays invisible',
    'moving the folder to the trash fails its upload with a message',
    'an expired session pauses the upload until the next sign-in',
    'an overloaded store is retried later',
    'two tabs that upload the same file create two complete copies',
    'an upload resumes automatically after the device was offline',
  ],
  'e2e/src/trash/trash.spec.ts': [
    'a full team space is freed in its own trash, the upload that had no room goes on, and the store has the room once the period is over',
  ],
  'e2e/src/tree/activity.spec.ts': [
    'cut items are pasted into another space, and restored',
    'on a phone in the dark, in Arabic',
  ],
  'e2e/src/tree/copy.spec.ts': [
    'by keys alone a selection is copied and pasted as often as one likes',
    'name conflicts are asked about once, and replaced files are restored by Undo',
    'a file is copied to another space, and a full space says how much is missing',
    'on a phone',
  ],
  'e2e/src/tree/drops.spec.ts': [
    'rows of another window are moved into the list, and copied onto a row with Ctrl',
  ],
  'e2e/src/tree/folder-tree.spec.ts': [
    'the line that shows more keeps the focus until the first new folder takes it',
    'in Arabic, in the dark',
  ],
  'e2e/src/tree/move.spec.ts': [
    'a folder that is dragged onto itself stays where it is',
    'the dialog is used by keyboard alone, and help lists its key',
    'taken names are asked about once; kept, replaced and skipped items are where they were said to be',
    'on a phone',
    'in Arabic the same works from right to left',
  ],
};
