/** Words of the lists: columns, saved views, totals, marked rows. */
export const enLists = {
  sortAsc: 'Sort ascending', sortDesc: 'Sort descending', thenAsc: 'Then by this, ascending', thenDesc: 'Then by this, descending', unsort: 'Stop sorting by this',
  filterBy: 'Filter by this…', pin: 'Keep at the left', unpin: 'Let it scroll', pinNamed: 'Keep {{name}} at the left', unpinNamed: 'Let {{name}} scroll', moveLeft: 'Move left',
  moveRight: 'Move right', upNamed: 'Move {{name}} up', downNamed: 'Move {{name}} down', fit: 'Fit width', hide: 'Hide column', columnMenu: 'Column {{name}}', service: 'also in the CRM',
  serviceHint: 'The CRM’s own list can be filtered by this as well.', views: 'Saved views', all: 'All', saveView: 'Save as view…', viewName: 'Name of the view', save: 'Save',
  viewMenu: 'View {{name}}', updateView: 'Save changes to this view', rename: 'Rename', deleteView: 'Delete view', viewDeleted: '“{{name}}” deleted.', undo: 'Undo',
  changed: 'Changed since it was saved', footer: 'Totals and marked rows', totals: 'Amounts to add up', noCurrency: 'no currency', records_one: '{{formatted}} record',
  records_other: '{{formatted}} records', marked_one: '{{formatted}} row marked', marked_other: '{{formatted}} rows marked', copyRows: 'Copy', open: 'Open', clearMarks: 'Clear',
  copied_one: '{{formatted}} row copied', copied_other: '{{formatted}} rows copied', copyFailed: 'Could not copy: the system’s clipboard is not available.',
  tooManyToCopy: 'More than 20,000 rows are too many to copy. Export the list instead.', tooManyMarked: 'More than 20,000 rows cannot be marked one by one. Filter the list first.',
};
