/** 错误说明，以及下一步该做什么。`retry`：Satchel 不会自动重做时的下一步。 */
export const zhCnErrors = {
  fault: {
    form: {
      title: '此表单出现问题',
      next:
        '已输入的内容已存为草稿。请重试，或关闭表单，稍后从“新建…”打开草稿。如再次出现，' +
        '请在设置中生成支持报告。',
    },
    dialog: {
      title: '此窗口出现问题',
      next: '没有丢失任何内容。请重试，或关闭后继续。如再次出现，请在设置中生成支持报告。',
    },
  },
  offline: { title: '无法连接 CRM', next: '检查网络和地址后重试。' },
  timeout: { title: 'CRM 响应超时', next: '稍后重试。' },
  'captive-portal': { title: '网络需要先登录', next: '打开浏览器登录此 Wi-Fi，然后重试。' },
  tls: { title: '连接不安全', next: '检查地址和本机日期；证书问题请咨询管理员。' },
  'bad-base-url': { title: '这不是有效的 CRM 地址', next: '请输入以 https:// 开头的完整地址。' },
  unauthorized: { title: 'CRM 不接受此登录', next: '检查令牌或凭据，或重新登录。' },
  'invalid-client': { title: '客户端 ID 或密钥不正确', next: '请从 CRM 的接口设置中重新复制。' },
  'invalid-grant': { title: '邮箱或密码不正确', next: '检查后重试。' },
  'invalid-scope': { title: '该客户端缺少权限', next: '请联系管理员开通相应模块。' },
  forbidden: { title: '没有权限', next: '请向管理员申请。' },
  'rate-limited': {
    title: 'CRM 要求放慢速度',
    next: 'Satchel 会等待并自动继续。',
    retry: '请等一分钟再试。',
  },
  'server-error': { title: 'CRM 出现问题', next: '稍后再试，数据不会丢失。' },
  'bad-answer': { title: 'CRM 返回了意外的内容', next: '检查地址是否指向接口而不是网站。' },
  'not-offered': {
    title: '你的 CRM 不提供此功能',
    next: 'Satchel 每天会重新检查。',
    retry: '检查地址是否指向接口而不是网站。',
  },
  refused: { title: 'CRM 拒绝了请求', next: '详情中有 CRM 的原话。' },
  'no-account': { title: '没有打开的账户', next: '请先连接或打开演示。' },
  'account-mismatch': { title: '此登录属于另一个账户', next: '请作为新账户连接。' },
  'account-unproved': {
    title: '无法判断这是谁的登录',
    next: 'CRM 没有提供用户列表。请用邮箱和密码登录，或请管理员开放用户权限。',
  },
  'other-crm': {
    title: '新地址上没有你的记录',
    next: '账户保持不变，也没有发送任何内容。请向管理员核对地址；测试系统或空系统不能使用。',
  },
  'same-address': { title: '账户已经使用这个地址', next: '请输入 CRM 现在的地址。' },
  'other-account': { title: '现在打开的是另一个账户', next: '请打开这张表单所属的账户。' },
  'not-found': { title: '未找到', next: '可能已在 CRM 中删除。' },
  'bad-view': { title: '列表无法按这些筛选条件显示', next: '清除筛选，或换一列排序。' },
  'bad-input': { title: '有内容没填，或填得不对', next: '检查后重试。' },
  'database-from-future': { title: '数据由更新版本的 Satchel 创建', next: '更新 Satchel 后再打开。' },
  'database-corrupt': { title: '本地副本已损坏', next: 'Satchel 会重新下载，你的修改会保留。' },
  'outbox-corrupt': {
    title: '未发送内容的文件已损坏',
    next: '文件保持原样。请先发送待发内容，或保存一份发件箱备份。',
  },
  'cache-locked': { title: '系统钥匙串没有给出密钥', next: '请解锁钥匙串，Satchel 会自动重试。' },
  'outbox-locked': { title: '系统钥匙串没有给出密钥', next: '请解锁钥匙串，或使用你的恢复码。' },
  'no-keychain': { title: '系统钥匙串暂时不可用', next: '请解锁钥匙串后重试，目前没有任何改动。' },
  'code-mistyped': { title: '恢复码输入有误', next: '请与你保管的恢复码再核对一遍。' },
  'code-wrong': { title: '恢复码不符', next: '请确认它是这个账户最近一次生成的恢复码。' },
  'code-outdated': { title: '这个恢复码已失效', next: '请重新生成恢复码，并用新的代替这一个。' },
  'code-gone': { title: '与恢复码配套的文件丢失或已损坏', next: '请从备份中放回，或恢复原来的钥匙串。' },
  'data-in-use': { title: 'Satchel 已在使用这份数据', next: '请先关闭另一个窗口。' },
  'disk-read-only': {
    title: '数据文件夹无法写入',
    next: '请让文件夹可以写入，Satchel 会自动继续。',
    retry: '请让文件夹可以写入，然后重试。',
  },
  'disk-full': {
    title: '磁盘已满',
    next: '释放一些空间，Satchel 会自动继续。',
    retry: '释放一些空间，然后重试。',
  },
};
