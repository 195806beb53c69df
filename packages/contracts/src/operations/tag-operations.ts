import * as z from 'zod/mini';
import { TagId } from '../ids.ts';
import { TAG_ROUTES } from '../tags/tag-routes.ts';
import { MomentsPage } from '../search/recent.ts';
import {
  ChangeTagRequest,
  CreateTagRequest,
  Tag,
  TaggedQuery,
  TagItemsRequest,
  TagItemsResult,
  TagList,
  TagsQuery,
} from '../tags/tags.ts';

const TagParams = z.strictObject({ tagId: TagId });

export const tagOperations = {
  listTags: {
    ...TAG_ROUTES.listTags,
    summary: 'Tags of the spaces of the person, and their own',
    query: TagsQuery,
    response: TagList,
  },
  createTag: {
    ...TAG_ROUTES.createTag,
    summary: 'Make a tag of a space, or one for oneself',
    body: CreateTagRequest,
    response: Tag,
  },
  changeTag: {
    ...TAG_ROUTES.changeTag,
    summary: 'Rename or recolour a tag, or merge it into another',
    params: TagParams,
    body: ChangeTagRequest,
    response: Tag,
  },
  deleteTag: {
    ...TAG_ROUTES.deleteTag,
    summary: 'Delete a tag and take it off all items',
    params: TagParams,
  },
  tagItems: {
    ...TAG_ROUTES.tagItems,
    summary: 'Put a tag on files and folders, or take it off',
    params: TagParams,
    body: TagItemsRequest,
    response: TagItemsResult,
  },
  listTagged: {
    ...TAG_ROUTES.listTagged,
    summary: 'Files and folders with a tag of this name, those tagged last first',
    query: TaggedQuery,
    response: MomentsPage,
  },
} as const;
