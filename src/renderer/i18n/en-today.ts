/** Where the day begins. */
export const enToday = {
  morning: 'Good morning', afternoon: 'Good afternoon', evening: 'Good evening', greeting: '{{greeting}}, {{name}}', seeAll: 'See all',
  whose: 'Whose work', mine: 'Mine', everyone: 'Everyone',
  outbox: 'To be sent', outboxClear: 'Everything you entered has been sent.', outboxPaused: 'Sending is paused.', outboxSignIn: 'Sign in so that it can be sent.', needs_one: '{{count}} item needs you', needs_other: '{{count}} items need you', waits_one: '{{count}} item waits to be sent', waits_other: '{{count}} items wait to be sent', moreItems_one: '{{count}} more', moreItems_other: '{{count}} more', openOutbox: 'Open the outbox',
  numbers: 'This week against last week', number: { trail: 'Trail entries', quotation: 'Quotations', order: 'Orders', company: 'New companies' }, byNow: '{{count}} by now last week', lastWeek: '{{count}} all last week',
  bar: '{{day}}: {{now}}, the week before {{before}}', barAhead: '{{day}}: the week before {{before}}', chart: '{{what}}: {{now}} this week, {{before}} by this day last week, {{all}} in all of last week. {{days}}',
  followUps: 'Next follow-ups', noFollowUps: 'No follow-ups planned for the next two weeks.', followUpsNeedProfile: 'Follow-up dates come with the full profiles, which this service does not give out.', overdue_one: '{{count}} overdue', overdue_other: '{{count}} overdue', done: 'Done: write a note', plan: 'Plan the next one',
  doneFor: 'Done: write a note about {{name}}', planFor: 'Plan the next follow-up for {{name}}',
  recentTrail: 'Recent trail', noTrail: 'No trail yet', ordersInMotion: 'Orders in motion', noOrders: 'No open orders', quotationsInMotion: 'Quotations in motion', noQuotations: 'No quotations are being drafted or reviewed',
};
