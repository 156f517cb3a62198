/** A user as nested in documents: {user_id int, nickname, email, avatar} (contract E4). */
import type { ServiceContext } from '../context';
import { jsonId, type Json } from '../store/exact-json';

export const personInfo = (context: ServiceContext, userId: string): Json => {
  const user = context.store.get('user', userId)?.doc;
  return {
    user_id: jsonId(userId),
    nickname: user?.['nickname'] ?? '',
    email: user?.['email'] ?? '',
    avatar: user ? `https://cdn.demo.example/avatar/${userId}.png` : '',
  };
};
