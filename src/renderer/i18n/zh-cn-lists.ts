/** 列表用语：列、视图、合计、选中的行。 */
export const zhCnLists = {
  sortAsc: '升序', sortDesc: '降序', thenAsc: '再按此列升序', thenDesc: '再按此列降序', unsort: '取消按此列排序', filterBy: '按此列筛选…', pin: '固定在左侧', unpin: '取消固定', pinNamed: '将“{{name}}”固定在左侧',
  unpinNamed: '取消固定“{{name}}”', moveLeft: '左移', moveRight: '右移', upNamed: '上移“{{name}}”', downNamed: '下移“{{name}}”', fit: '适合宽度', hide: '隐藏此列', columnMenu: '“{{name}}”列',
  service: 'CRM 也可筛选', serviceHint: 'CRM 自己的列表也能按此项筛选。', views: '已存视图', all: '全部', saveView: '存为视图…', viewName: '视图名称', save: '保存', viewMenu: '视图“{{name}}”', updateView: '将更改存入此视图',
  rename: '重命名', deleteView: '删除视图', viewDeleted: '已删除“{{name}}”。', undo: '撤销', changed: '保存后有更改', footer: '合计与选中的行', totals: '要合计的金额', noCurrency: '未注明币种', records_one: '{{formatted}} 条记录',
  records_other: '{{formatted}} 条记录', marked_one: '已选 {{formatted}} 行', marked_other: '已选 {{formatted}} 行', copyRows: '复制', open: '打开', clearMarks: '取消选择', copied_one: '已复制 {{formatted}} 行',
  copied_other: '已复制 {{formatted}} 行', copyFailed: '无法复制：系统剪贴板不可用。', tooManyToCopy: '超过 20,000 行，不便复制，请改用导出。', tooManyMarked: '超过 20,000 行无法逐行选择，请先筛选列表。',
};
