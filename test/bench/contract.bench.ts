console.log('contract: see next');
