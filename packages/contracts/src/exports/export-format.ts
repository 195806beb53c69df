/** First line of the metadata of an export. `version` is raised when a member changes its meaning. */
export const EXPORT_FORMAT = { format: 'coffer-export', version: 1 } as const;

/** In the zip file: metadata, earlier versions and the trash. */
export const EXPORT_FOLDER = '.coffer';
