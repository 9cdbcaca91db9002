import { defineErrors } from './definition.ts';

/** The document or its source is at fault: 422. */
export const DOCUMENT_ERRORS = defineErrors({
  DOCUMENT_ENCRYPTED: {
    status: 422,
    title: 'The document is protected by a password.',
    hint: 'Remove the password and send it again.',
  },
  DOCUMENT_CORRUPT: {
    status: 422,
    title: 'The document is damaged and cannot be read.',
    hint: 'Check that the file opens elsewhere, then send it again.',
  },
  DOCUMENT_UNSUPPORTED: {
    status: 422,
    title: 'Documents of this kind cannot be read.',
    hint: 'Send HTML, text, Markdown, PDF or another supported kind.',
  },
  DOCUMENT_TOO_LARGE: {
    status: 422,
    title: 'The document is larger than the service reads.',
    hint: 'Send a smaller part of it.',
  },
  IMAGE_TOO_SMALL: {
    status: 422,
    title: 'The resolution of the image is too low to read text.',
    hint: 'Scan at 200 dpi or more.',
  },
  IMAGE_TOO_LARGE: {
    status: 422,
    title: 'The image has more pixels than the service reads.',
    hint: 'Scale it down and send it again.',
  },
  NO_TEXT_FOUND: {
    status: 422,
    title: 'No readable text was found.',
    hint: 'Send a sharper scan, or capture without text extraction.',
  },
  ENCODING_UNSUPPORTED: {
    status: 422,
    title: 'The text encoding of the document is not supported.',
    hint: 'Send it as UTF-8.',
  },
  ARCHIVE_BOMB: {
    status: 422,
    title: 'The archive expands beyond the limits.',
    hint: 'Send the documents inside it one by one.',
  },
  ARCHIVE_UNSAFE: {
    status: 422,
    title: 'The archive has unsafe entries.',
    hint: 'Send an archive as it was downloaded.',
  },
  PAGES_OUT_OF_RANGE: {
    status: 422,
    title: 'The page range lies beyond the end of the document.',
    hint: 'Ask for pages that exist.',
  },
  SELECTOR_NOT_FOUND: {
    status: 422,
    title: 'The selector matched nothing before the deadline.',
    hint: 'Check wait_for_selector against the page.',
  },
  URL_BLOCKED: {
    status: 422,
    title: 'The address may not be fetched from here.',
    hint: 'Only public http and https addresses are captured.',
  },
  URL_UNREACHABLE: {
    status: 422,
    title: 'The address could not be reached.',
    hint: 'Check the URL and that the site is up, then call again.',
  },
});
